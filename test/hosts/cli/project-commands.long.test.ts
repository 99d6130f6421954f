// Chainage the other way round.
import './project-commands.test.ts';
