import { watchAllocations } from './allocation-watch.ts';
import { READERS } from './readers.ts';
import { serveReaders } from './serve-readers.ts';

watchAllocations();
serveReaders(READERS);
