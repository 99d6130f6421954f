/** "SCVN" in the header of every project file, to distinguish it from other SQLite files. */
export const APPLICATION_ID = 0x5343564e;
