// Its figures, in the shell.
import './map.test.ts';
