@_exported import SignalsMarbles
