// A disk that is full at every file, and a cancellation in every stage.
import './survey.test.ts';
