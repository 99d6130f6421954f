import { memorySink, memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { readDatagrams } from '../../../src-core/io/capture/pcap/datagrams.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { simulateDrive } from '../../../src-simulate/drive.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../../src-simulate/write-capture.ts';
import { SHORT_DRIVE } from '../../simulate/short-drive.ts';
import { type Message, MessageBuilder } from './log-writers.ts';

/** The first scans of a simulated drive, as its capture and its metadata. */
export async function ousterDrive(scans: number): Promise<{ pcap: Uint8Array; metadata: string }> {
  const sinks = new Map<string, ReturnType<typeof memorySink>>();
  await writeCapture(
    { ...simulateDrive(SHORT_DRIVE), scans },
    { ...WRITE_CAPTURE_DEFAULTS, layout: 'legacy16' },
    async (name) => {
      const sink = memorySink(name);
      sinks.set(name, sink);
      return sink;
    },
    SILENT_CONTEXT,
  );
  return {
    pcap: sinks.get('capture.pcap')!.bytes(),
    metadata: new TextDecoder().decode(sinks.get('metadata.json')!.bytes()),
  };
}

/** The packets of a capture as the messages that the maker's driver would have published. */
export async function packetMessages(
  pcap: Uint8Array,
  metadata: string,
  encoding: 'ros1' | 'cdr',
): Promise<Message[]> {
  const messages: Message[] = [];
  const type = encoding === 'cdr' ? 'ouster_sensor_msgs/PacketMsg' : 'ouster_ros/PacketMsg';
  for await (const { port, payload, hostSeconds } of readDatagrams(memorySource('drive.pcap', pcap))) {
    const ns = BigInt(Math.round(hostSeconds * 1e6)) * 1000n;
    if (messages.length === 0)
      messages.push({
        topic: '/ouster/metadata',
        type: 'std_msgs/String',
        ns,
        data: new MessageBuilder(encoding).text(metadata).bytes(),
      });
    messages.push({
      topic: port === 7502 ? '/ouster/lidar_packets' : '/ouster/imu_packets',
      type,
      ns,
      data: new MessageBuilder(encoding).list(payload).bytes(),
    });
  }
  return messages;
}
