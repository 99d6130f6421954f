// The poses that the authors of the methods found on their own points.
import './soft.parity.test.ts';
