import './las.refusal.test.ts';
