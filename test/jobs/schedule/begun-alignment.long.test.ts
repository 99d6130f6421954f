import './begun-alignment.test.ts';
