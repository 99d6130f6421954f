import './refine-reference.test.ts';
