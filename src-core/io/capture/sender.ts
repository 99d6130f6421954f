import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';

/** One sensor among several of a capture, as a user names it: any of the three. */
export interface SenderChoice {
  /** As the user wrote it. */
  readonly text: string;
  /** IP address that the packets come from. */
  readonly address: string | null;
  /** UDP port that the lidar packets go to. */
  readonly port: number | null;
  readonly serial: string | null;
}

/** A sender of lidar packets that fit. */
export interface SenderSeen {
  /** IP address; empty if the file has none. */
  readonly address: string;
  readonly port: number;
  /** Serial number, where packets carry one; else null. */
  readonly serial: string | null;
  count: number;
}

/**
 * Reads the name of a sensor: an IP address (`192.168.1.10`, `[fe80::1]`), one with the port of its lidar packets
 * (`192.168.1.10:7502`), the port alone (`:7502`), or the serial number.
 *
 * @throws SocavonError `usage` if it is none of these
 */
export function parseSender(text: string): SenderChoice {
  if (/^\d{6,13}$/.test(text)) return { text, address: null, port: null, serial: text };
  const match = /^(?:\[([0-9a-f:]+)\]|(\d+\.\d+\.\d+\.\d+))?(?::(\d{1,5}))?$/i.exec(text);
  const plainIpv6 = /^[0-9a-f]*:[0-9a-f:]*:[0-9a-f:]*$/i.test(text) ? text : null;
  if (text === '' || (match === null && plainIpv6 === null))
    throw new SocavonError('usage', message('sender-unreadable', { text }));
  const address = plainIpv6 ?? match?.[1] ?? match?.[2] ?? null;
  const port = plainIpv6 === null && match?.[3] !== undefined ? Number(match[3]) : null;
  return { text, address: address?.toLowerCase() ?? null, port, serial: null };
}

/** True if a sender is the one that the user named. */
export function isChosen(choice: SenderChoice, sender: Omit<SenderSeen, 'count'>): boolean {
  return (
    (choice.address === null || choice.address === sender.address) &&
    (choice.port === null || choice.port === sender.port) &&
    (choice.serial === null || choice.serial === sender.serial)
  );
}

/** A sender with its packets, as a person tells it from others. */
export function senderWords({ address, port, serial, count }: SenderSeen): Message {
  const from = address === '' ? message('sender-nameless') : address;
  return serial === null
    ? message('sender-of', { from, port: String(port), count })
    : message('sender-of-serial', { from, port: String(port), serial, count });
}
