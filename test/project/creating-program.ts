/* Opens the project named by its first argument, new if need be, and enters the second into its settings. */
import { setTimeout as pause } from 'node:timers/promises';
import { Project } from '../../src-main/project/project.ts';

const [, , path, name] = process.argv;
const project = Project.open(path, { create: true, busyTimeoutMs: 60_000 });
console.log(project.isNew ? 'new' : 'found');
project.settings.set(`test.${name}`, name);
await pause(200);
// Refused where the file was replaced.
project.settings.set(`test.${name}`, 'again');
project.close();
