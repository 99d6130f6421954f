import './water.test.ts';
