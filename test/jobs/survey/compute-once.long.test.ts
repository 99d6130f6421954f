import './compute-once.test.ts';
