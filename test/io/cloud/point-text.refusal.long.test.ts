import './point-text.refusal.test.ts';
