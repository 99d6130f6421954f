/** "SCVN" in the header of every project file, so that other SQLite files are told apart. */
export const APPLICATION_ID = 0x5343564e;
