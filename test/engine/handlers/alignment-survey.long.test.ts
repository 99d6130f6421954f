// After edits.
import './alignment-survey.test.ts';
