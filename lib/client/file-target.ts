/** A file that is written in chunks and appears only when it is complete. */
export type FileTarget = {
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  finish: () => Promise<void> | void;
  abort: () => Promise<void> | void;
};

/** A large file is written directly to disk if the browser supports it; any other is downloaded at the end. */
export async function openFileTarget(
  fileName: string,
  { type, isLarge }: { type: string; isLarge: boolean },
): Promise<FileTarget> {
  const { showSaveFilePicker } = window as PickerWindow;
  return isLarge && showSaveFilePicker
    ? createDiskTarget(await showSaveFilePicker({ suggestedName: fileName }))
    : createMemoryTarget(fileName, type);
}

type PickedFile = {
  createWritable: () => Promise<{
    write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>;
    close: () => Promise<void>;
    abort: () => Promise<void>;
  }>;
};
/** Missing from TypeScript's DOM types because only some browsers support it. */
type PickerWindow = Window & {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<PickedFile>;
};

async function createDiskTarget(file: PickedFile): Promise<FileTarget> {
  const stream = await file.createWritable();
  return {
    write: (chunk) => stream.write(chunk),
    finish: () => stream.close(),
    abort: () => stream.abort(),
  };
}

const FLUSH_BYTES = 4 * 1024 * 1024;
const REVOKE_DELAY_MS = 60_000;

function createMemoryTarget(fileName: string, type: string): FileTarget {
  let blob = new Blob([], { type });
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;

  // A browser can move a Blob to disk, but not an array.
  function flush() {
    blob = new Blob([blob, ...chunks], { type });
    chunks = [];
    bytes = 0;
  }

  return {
    write(chunk) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= FLUSH_BYTES) flush();
    },
    finish() {
      flush();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = fileName;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
    },
    abort() {
      chunks = [];
    },
  };
}
