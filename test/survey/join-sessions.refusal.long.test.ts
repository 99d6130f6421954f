// Smooth drives too.
import './join-sessions.refusal.test.ts';
