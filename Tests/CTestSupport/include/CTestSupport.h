// What has to happen before the tests begin, and so before any code in Swift: see Parallelism.c.
