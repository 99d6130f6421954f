import './calibrate.test.ts';
