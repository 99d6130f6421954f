/**
 * Remote procedure calls over any message carrier: typed requests and replies, cancellation, progress, transfer of
 * buffers, errors rebuilt on the other side (docs/decisions/0016-one-rpc.md). Back-pressure is up to the client,
 * which limits the number of its open requests.
 */
export type { Carrier, ClientCarrier, ServerCarrier } from './rpc/carrier.ts';
export { type CallOptions, type CancelSignal, type RpcClient, rpcClient } from './rpc/client.ts';
export type { HandlerTable, Methods, MethodsOf } from './rpc/methods.ts';
export { type RpcServer, rpcServer, type ServerOptions } from './rpc/server.ts';
export { transferableBuffers } from './rpc/transferable-buffers.ts';
