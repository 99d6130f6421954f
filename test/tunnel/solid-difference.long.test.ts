import './solid-difference.test.ts';
