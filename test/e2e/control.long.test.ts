// In every look, in the shell; loops decided by hand.
import './control.test.ts';
