// In the files of the command line.
import './map-dynamic-returns.test.ts';
