export const networkMacros = '?cid={click_id}&payout={payout}&txid={transaction_id}&status={status}';
