const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/** The checksum of ZIP files, chunk by chunk. */
export class Crc32 {
  #value = 0xffff_ffff;

  add(bytes: Uint8Array): void {
    let value = this.#value;
    for (let index = 0; index < bytes.length; index += 1)
      value = (TABLE[(value ^ (bytes[index] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8);
    this.#value = value;
  }

  get value(): number {
    return (this.#value ^ 0xffff_ffff) >>> 0;
  }
}
