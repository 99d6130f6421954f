import './dust-grains.test.ts';
