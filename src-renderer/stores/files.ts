import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { FILE_KINDS } from '../../src-core/contract/host-requests.ts';
import { useHost } from './host.ts';

type FileKind = (typeof FILE_KINDS)[number];

/** File request shown in the window itself, for hosts without dialogs. */
interface FileQuestion {
  readonly what: 'files' | 'folder' | 'new-file';
  readonly kind: FileKind | null;
  readonly many: boolean;
  /** Suggested name of a new file. */
  readonly name: string;
  /** Locale key of the reason, if the request is unexpected; '' otherwise. */
  readonly reason: string;
  /** @param exists a new file is to be an existing one, which is opened instead */
  answer(paths: string[] | null, exists?: boolean): void;
}

/** Store: file and folder choice by native dialogs, or in the window if the host has none. */
export const useFiles = defineStore('files', () => {
  const host = useHost();
  const folders = new Map(keptFolders());
  const question = shallowRef<FileQuestion | null>(null);

  /** @param reason see `FileQuestion` @returns null if the user cancelled */
  async function chooseFiles(kind: FileKind, many = false, reason = ''): Promise<string[] | null> {
    if (host.info?.nativeDialogs) return host.call('host.chooseFiles', { kind, many });
    return (await ask({ what: 'files', kind, many, name: '', reason }))?.paths ?? null;
  }

  async function chooseFile(kind: FileKind, reason = ''): Promise<string | null> {
    return (await chooseFiles(kind, false, reason))?.[0] ?? null;
  }

  /** @param kind of what is read from it; null: a folder to write into */
  async function chooseFolder(kind: FileKind | null = null): Promise<string | null> {
    if (host.info?.nativeDialogs) return host.call('host.chooseFolder', { write: kind === null });
    return (await ask({ what: 'folder', kind, many: false, name: '', reason: '' }))?.paths[0] ?? null;
  }

  /** Asks for the path of a new file. */
  async function chooseNewFile(kind: FileKind, name: string): Promise<string | null> {
    if (host.info?.nativeDialogs) return host.call('host.chooseNewFile', { kind, name });
    return (await ask({ what: 'new-file', kind, many: false, name, reason: '' }))?.paths[0] ?? null;
  }

  /** Asks for the path of a new project. `exists`: the user chose to open one that is there already. */
  async function chooseNewProject(name: string): Promise<{ path: string; exists: boolean } | null> {
    if (host.info?.nativeDialogs) {
      const path = await chooseNewFile('project', name);
      return path === null ? null : { path, exists: false };
    }
    const answer = await ask({ what: 'new-file', kind: 'project', many: false, name, reason: '' });
    return answer === null ? null : { path: answer.paths[0], exists: answer.exists };
  }

  /** Folder in which the user was last for this purpose; null: none yet. */
  function folderFor({ what, kind }: FileQuestion): string | null {
    const purpose = kind ?? what;
    // Metadata lies beside its capture.
    return folders.get(purpose) ?? (purpose === 'metadata' ? (folders.get('capture') ?? null) : null);
  }

  function keepFolder({ what, kind }: FileQuestion, folder: string): void {
    folders.set(kind ?? what, folder);
    sessionStorage.setItem(FOLDERS_KEY, JSON.stringify([...folders]));
  }

  function ask(request: Omit<FileQuestion, 'answer'>): Promise<Answer | null> {
    question.value?.answer(null);
    return new Promise((resolve) => {
      question.value = {
        ...request,
        answer(paths, exists = false) {
          question.value = null;
          resolve(paths && { paths, exists });
        },
      };
    });
  }

  return {
    question,
    chooseFiles,
    chooseFile,
    chooseFolder,
    chooseNewFile,
    chooseNewProject,
    folderFor,
    keepFolder,
  };
});

interface Answer {
  readonly paths: string[];
  readonly exists: boolean;
}

const FOLDERS_KEY = 'socavon-folders';

/** Kept over a reload of the page. */
function keptFolders(): [string, string][] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(FOLDERS_KEY) ?? '[]');
  return Array.isArray(stored) ? stored : [];
}
