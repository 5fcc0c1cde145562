/** The newest fee reports of a day `d`, in the order of their types. */
export const FEE_FILES = `array(
  select (select f.id from report_requests r join report_files f on f.id = r.file_id
          where r.type = types.type and r.date = d.day and r.state = 'captured' order by f.completed_at desc, f.id limit 1)
  from unnest(array['fee', 'dailyTransactionFee']) as types (type))`;
