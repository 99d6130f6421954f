// Every place and drive.
import './free-standing.test.ts';
