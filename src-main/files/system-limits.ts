/** Limits that the system sets this process, as `ulimit` sets them; null: none, or not known. */
export interface SystemLimits {
  /** Files open at a time. */
  readonly openFiles: number | null;
  /** Size of a file that is written, bytes. */
  readonly fileBytes: number | null;
}

/** Asks for the limits without opening a file, which may be just what is no longer possible. */
export function systemLimits(): SystemLimits {
  const { userLimits = {} } = process.report.getReport() as unknown as {
    userLimits?: Readonly<Record<string, { readonly soft: string | number }>>;
  };
  const limit = (name: string): number | null => {
    const soft = Number(userLimits[name]?.soft);
    return Number.isFinite(soft) ? soft : null;
  };
  return { openFiles: limit('open_files'), fileBytes: limit('file_size_blocks') };
}
