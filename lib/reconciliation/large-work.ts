/** SQL, in a transaction: a file can have a million rows, which would be joined and sorted on disk. */
export const LARGE_WORK = "set local work_mem = '64MB'";
