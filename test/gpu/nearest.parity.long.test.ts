import './nearest.parity.test.ts';
