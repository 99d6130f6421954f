// In every host, and every look of it.
import './control.test.ts';
