// By the program's own poses, from every start, and the other way.
import './join-sessions.test.ts';
