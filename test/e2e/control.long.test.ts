// In every host and look; loops decided by hand.
import './control.test.ts';
