/** A file that is being written, piece by piece. It appears whole, or not at all. */
export type FileTarget = {
  write: (piece: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  finish: () => Promise<void> | void;
  abandon: () => Promise<void> | void;
};

/** Where the browser can, a large file goes straight to the disk; else it is handed over at the end. */
export async function openFileTarget(fileName: string, isLarge: boolean): Promise<FileTarget> {
  const { showSaveFilePicker } = window as PickerWindow;
  return isLarge && showSaveFilePicker
    ? onDisk(await showSaveFilePicker({ suggestedName: fileName }))
    : inMemory(fileName);
}

type PickedFile = {
  createWritable: () => Promise<{
    write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>;
    close: () => Promise<void>;
    abort: () => Promise<void>;
  }>;
};
/** Not in TypeScript's library: only some browsers have it. */
type PickerWindow = Window & {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<PickedFile>;
};

async function onDisk(file: PickedFile): Promise<FileTarget> {
  const stream = await file.createWritable();
  return {
    write: (piece) => stream.write(piece),
    finish: () => stream.close(),
    abandon: () => stream.abort(),
  };
}

const FOLD_BYTES = 4 * 1024 * 1024;
const KEEP_MS = 60_000;

function inMemory(fileName: string): FileTarget {
  let whole = new Blob([], { type: "text/csv" });
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;

  // A browser may keep a Blob on its disk; what lies in arrays it cannot.
  function fold() {
    whole = new Blob([whole, ...pieces], { type: "text/csv" });
    pieces = [];
    bytes = 0;
  }

  return {
    write(piece) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes >= FOLD_BYTES) fold();
    },
    finish() {
      fold();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(whole);
      link.download = fileName;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
    },
    abandon() {
      pieces = [];
    },
  };
}
