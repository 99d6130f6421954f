import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { FILE_KINDS } from '../../src-core/contract/host-requests.ts';
import { useHost } from './host.ts';

export type FileKind = (typeof FILE_KINDS)[number];

/** File request shown in the window itself, for hosts without dialogs. */
export interface FileQuestion {
  readonly what: 'files' | 'folder' | 'new-file';
  readonly kind: FileKind | null;
  readonly many: boolean;
  /** Suggested name of a new file. */
  readonly name: string;
  /** Locale key of the reason, if the request is unexpected; '' otherwise. */
  readonly reason: string;
  answer(paths: string[] | null): void;
}

/** Store: file and folder choice by native dialogs, or in the window if the host has none. */
export const useFiles = defineStore('files', () => {
  const host = useHost();
  const question = shallowRef<FileQuestion | null>(null);

  /** @param reason see `FileQuestion` @returns null if the user cancelled */
  async function chooseFiles(kind: FileKind, many = false, reason = ''): Promise<string[] | null> {
    if (host.info?.nativeDialogs) return host.call('host.chooseFiles', { kind, many });
    return ask({ what: 'files', kind, many, name: '', reason });
  }

  async function chooseFile(kind: FileKind, reason = ''): Promise<string | null> {
    return (await chooseFiles(kind, false, reason))?.[0] ?? null;
  }

  async function chooseFolder(): Promise<string | null> {
    if (host.info?.nativeDialogs) return host.call('host.chooseFolder', {});
    return (await ask({ what: 'folder', kind: null, many: false, name: '', reason: '' }))?.[0] ?? null;
  }

  /** Asks for the path of a new file. */
  async function chooseNewFile(kind: FileKind, name: string): Promise<string | null> {
    if (host.info?.nativeDialogs) return host.call('host.chooseNewFile', { kind, name });
    return (await ask({ what: 'new-file', kind, many: false, name, reason: '' }))?.[0] ?? null;
  }

  function ask(request: Omit<FileQuestion, 'answer'>): Promise<string[] | null> {
    question.value?.answer(null);
    return new Promise((resolve) => {
      question.value = {
        ...request,
        answer(paths) {
          question.value = null;
          resolve(paths);
        },
      };
    });
  }

  return { question, chooseFiles, chooseFile, chooseFolder, chooseNewFile };
});
