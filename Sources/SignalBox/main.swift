import Foundation

// Top-level code belongs to the main actor; the program does not, so its closures may run anywhere.
exit(Program.main(Array(CommandLine.arguments.dropFirst())).rawValue)
