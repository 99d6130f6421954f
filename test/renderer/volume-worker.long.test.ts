// Every option at once.
import './volume-worker.test.ts';
