import './alignment-store.test.ts';
