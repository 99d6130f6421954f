// The whole demo.
import './demo.test.ts';
