import crypto from "node:crypto";

/** 128 bits of a SHA-256 hash: two of a million texts share them with a probability of 10⁻²⁷. */
const WORDS = 4;
const WORD_BYTES = 4;

/** The first is three times as fast, but Node has it only since 20.12. */
const sha256: (text: string) => Buffer = crypto.hash
  ? (text) => crypto.hash("sha256", text, "buffer")
  : (text) => crypto.createHash("sha256").update(text).digest();

/** Numbers distinct texts from 0 on, with about 24 bytes for each, however long it is. */
export class DigestIds {
  readonly #digests: Uint32Array;
  /** A hash table of the numbers, plus one; 0 is a free slot. */
  readonly #slots: Uint32Array;
  #size = 0;

  constructor(capacity: number) {
    this.#digests = new Uint32Array(capacity * WORDS);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(capacity * 1.5 + 1)));
  }

  get size(): number {
    return this.#size;
  }

  idOf(text: string): number {
    const hash = sha256(text);
    const mask = this.#slots.length - 1;
    for (let slot = hash.readUInt32LE() & mask; ; slot = (slot + 1) & mask) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id < 0) return this.#add(hash, slot);
      if (this.#isSame(hash, id)) return id;
    }
  }

  #isSame(hash: Buffer, id: number): boolean {
    for (let word = 0; word < WORDS; word += 1)
      if (this.#digests[id * WORDS + word] !== hash.readUInt32LE(word * WORD_BYTES)) return false;
    return true;
  }

  #add(hash: Buffer, slot: number): number {
    const id = this.#size;
    for (let word = 0; word < WORDS; word += 1)
      this.#digests[id * WORDS + word] = hash.readUInt32LE(word * WORD_BYTES);
    this.#slots[slot] = id + 1;
    this.#size += 1;
    return id;
  }
}
