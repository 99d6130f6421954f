import './stepwise-alignment.test.ts';
