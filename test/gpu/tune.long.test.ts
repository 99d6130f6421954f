// Softassign among what is tuned.
import './tune.test.ts';
