import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { sensorJsonOrOther } from '../../../../src-core/io/capture/metadata.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { captureFilesOf } from '../../../files/bag-folder.ts';
import { fileError } from '../../../files/file-errors.ts';
import { readMetadata } from '../../../files/find-metadata.ts';
import { formatOf } from '../../../files/format-of.ts';
import { frameFolderOf } from '../../../files/frame-folder.ts';
import { looksLikeProject } from '../../../files/project-header.ts';
import { readText } from '../../../files/read-text.ts';
import { sensorEntries } from '../../../jobs/preview/capture-facts.ts';
import type { StatedCloud } from '../../../jobs/preview/cloud-facts.ts';
import { drawingFacts } from '../../../jobs/preview/drawing-facts.ts';
import { areClouds } from '../../../project/cloud-files.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayRemark } from '../words.ts';
import { describeCapture } from './describe-capture.ts';
import { describeCloud } from './describe-cloud.ts';
import { describeFolder } from './describe-folder.ts';
import { describeFormat } from './describe-format.ts';
import { describeFrames } from './describe-frames.ts';
import { describeProject } from './describe-project.ts';
import { describeTrajectory } from './describe-trajectory.ts';
import { plain, sheet } from './sheet.ts';

/** Describes a sensor metadata file. */
async function describeMetadata(path: string): Promise<CommandResult> {
  const { sensor } = await readMetadata(path);
  return {
    data: { kind: 'metadata', path, sensor: plain(sensor) },
    text: sheet(say('info-metadata', { path }), sensorEntries(sensor), sensor.assumptions.map(sayRemark)),
  };
}

/**
 * Describes a file or folder, recognised by its content (metadata by its name, .json).
 *
 * @throws SocavonError of the reader of that format
 */
export async function describeFile(
  path: string,
  program: Command,
  context: StageContext,
  stated: StatedCloud = {},
): Promise<CommandResult> {
  if (await isFolder(path)) {
    const files = await captureFilesOf(path);
    if (files[0] !== path) return describeBag(files, context);
    const frames = await frameFolderOf(path);
    return frames !== null && frames.files.length > 1
      ? describeFrames(frames, context)
      : describeFolder(path);
  }
  if (/\.socavon$/i.test(path) || looksLikeProject(path)) return describeProject(path, context);
  const format = await formatOf(path);
  if (format?.id === 'ouster-metadata') return describeJson(path, program);
  if (format === null || format.read.includes('run') || format.id === 'csv') {
    if (await areClouds([path])) return describeCloud(path, context, stated);
    return format?.id === 'csv' ? describeFormat(path, format, program) : describeCapture(path, context);
  }
  if (format.content === 'trajectory') return describeTrajectory(path, format, program);
  const isDrawn = ['drawing', 'lines', 'mesh'].includes(format.content) && format.read.length > 0;
  return isDrawn
    ? describeFormat(path, format, program, await drawingFacts(path, format.id, context))
    : describeFormat(path, format, program);
}

/** Describes a JSON file: the metadata of a sensor, or a file of this program, which its keys tell. */
async function describeJson(path: string, program: Command): Promise<CommandResult> {
  const format = sensorJsonOrOther(await readText(path));
  return format === null ? describeMetadata(path) : describeFormat(path, format, program);
}

/** Describes the files of a ROS 2 bag, one after another. */
async function describeBag(files: readonly string[], context: StageContext): Promise<CommandResult> {
  const described: CommandResult[] = [];
  for (const file of files) described.push(await describeCapture(file, context));
  if (described.length === 1) return described[0];
  return {
    data: { kind: 'captures', captures: described.map(({ data }) => data) },
    text: described.map(({ text }) => text).join('\n'),
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
