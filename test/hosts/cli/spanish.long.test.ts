import './spanish.test.ts';
