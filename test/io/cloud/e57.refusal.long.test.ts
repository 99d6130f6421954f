import './e57.refusal.test.ts';
