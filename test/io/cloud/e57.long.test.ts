import './e57.test.ts';
