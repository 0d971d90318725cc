export type Violation = { file: string; line: number; rule: string; message: string };

export function describeViolation({ file, line, rule, message }: Violation): string {
  return `${file}:${line}  ${rule}: ${message}`;
}
