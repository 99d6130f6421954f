// The few globals that every host (Node, Electron, a browser, a worker) has and that the ES library
// does not declare. The core may use these and no other global of a host.

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes?: ArrayBufferView | ArrayBuffer): string;
}

declare const performance: { now(): number };

declare function atob(base64: string): string;
