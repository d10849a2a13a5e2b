-- Rows as the program kept them when the last migration was 0021_users_number: some in every table but those of keys. For the tables that
-- the migrations up to then make; dumped with pg_dump --data-only --inserts, keys left out.

INSERT INTO public.account VALUES
	('01a1e499-0154-7322-ae7f-e6540a99e2f5', 'bob@people.example', 'bob@people.example', NULL, '$argon2id$v=19$m=19456,t=2,p=1$aqerbONHdRVjuWjEG3AWHA$xFbu1854CDlMIrGCwPVmyfnFO4MHDJUuaEI9WvPLN9g', '', '', '', '', '', NULL, '', 'en', false, NULL, 0, 0, 0, 0, false, false, '2026-11-16 13:43:15.028+00', '2026-11-16 13:43:15.028+00', 100200301),
	('01a1e498-fbea-7621-82bc-d64f312898f0', 'ada@people.example', 'ada@people.example', NULL, '$argon2id$v=19$m=19456,t=2,p=1$pK0pySlgMIQ6HG3poSbIVg$5pyklUrcicNQnXWJMo2omDw4dVbhYwp38Mz/hebcmJk', 'Ada', '', '', '', '', NULL, 'Blue 7', 'en', false, NULL, 0, 0, 0, 0, false, false, '2026-11-16 13:43:13.642+00', '2026-11-16 13:43:46.156+00', 100200302);
INSERT INTO public.account_code VALUES
	('01a1f579-541e-7238-b693-4dc43df1d2d7', '01a1e499-0154-7322-ae7f-e6540a99e2f5', 'resetPassword', 'bob@people.example', 'Cqc7JPG1jgvVf1eqCHX6JrJPfN5o7L-bVaozqE1lxkw', 'bgMpWBg25HGtwbAuShPMUDvCUqa7rTGQ6sB9FrpqvaM', 0, '2026-11-19 20:37:11.685+00'),
	('01a1f579-54a3-728a-8cb5-dfeb286867b4', '01a1e498-fbea-7621-82bc-d64f312898f0', 'bindEmail', 'ada@elsewhere.example', 'quzQgVL6swOeh1epjqjJTTuMuYVS4huk3Ed3B36g5og', 'Ccjkz-u8tLzKgYE8ReVWq--3q_K5FvQG6lOUUd5CeJA', 0, '2026-11-19 20:37:11.856+00');
INSERT INTO public.account_identity VALUES
	('https://login.people.example', 'subject-of-bob', '01a1e499-0154-7322-ae7f-e6540a99e2f5');
INSERT INTO public.account_preference VALUES
	('01a1e498-fbea-7621-82bc-d64f312898f0', '{"timeZone": 480}', '2026-11-16 13:43:46.073+00');
INSERT INTO public.account_session VALUES
	('01a1e499-0007-7590-8b6f-813ffe2684ec', '01a1e498-fbea-7621-82bc-d64f312898f0', '127.0.0.1', '', '2026-11-16 13:43:14.696+00', '2026-11-16 13:43:14.696+00', '2026-12-16 13:43:14.695+00', NULL),
	('01a1e499-02f3-70c5-a857-34e6d63c1c29', '01a1e499-0154-7322-ae7f-e6540a99e2f5', '127.0.0.1', '', '2026-11-16 13:43:15.443+00', '2026-11-16 13:43:15.443+00', '2026-12-16 13:43:15.443+00', NULL),
	('01a1e499-71ac-72f4-a5a1-c34bb1c4be64', '01a1e498-fbea-7621-82bc-d64f312898f0', '127.0.0.1', '', '2026-11-16 13:43:43.789+00', '2026-11-16 13:43:43.789+00', '2026-12-16 13:43:43.788+00', NULL),
	('01a1e499-7a4a-77bb-8692-088712a979be', '01a1e499-0154-7322-ae7f-e6540a99e2f5', '127.0.0.1', '', '2026-11-16 13:43:45.994+00', '2026-11-16 13:43:45.994+00', '2026-12-16 13:43:45.994+00', NULL);
INSERT INTO public.ai_pick_day VALUES
	(1795046400000, 'high nearHigh, low volatility', '{BNBUSDT,BCHUSDT,XLMUSDT,TRXUSDT,LEOUSDT,LTCUSDT,XRPUSDT,HBARUSDT,ETHUSDT,SOLUSDT,ADAUSDT,ZECUSDT,LINKUSDT,HYPEUSDT,AVAXUSDT,DOGEUSDT}', false, '[]'),
	(1794960000000, 'high nearHigh, low volatility', '{BNBUSDT,BCHUSDT,XLMUSDT,LTCUSDT,XRPUSDT,LEOUSDT,HBARUSDT,TRXUSDT,ADAUSDT,ETHUSDT,SOLUSDT,LINKUSDT,ZECUSDT,HYPEUSDT,AVAXUSDT,DOGEUSDT}', true, '[{"btc": -0.11056657668655667, "days": 1, "median": -0.17175069751554572, "random": -0.16423363115744802}]');
INSERT INTO public.ai_pick VALUES
	(1795046400000, 1, 'BNBUSDT', 'BNB', 1, 1068.42, 166349562.12285715, '{"flow": 0.19082629105133414, "volume": 0.28847898193386956, "breadth": 0.5, "momentum": -0.07802553140198479, "nearHigh": -0.07442412481699323, "shortTerm": 0.16916713174222786, "volatility": 0.04998746218798843}', '{"flow": 1, "volume": -0.4666666666666667, "breadth": 0.9333333333333333, "momentum": 0.8666666666666667, "nearHigh": 1, "shortTerm": 1, "volatility": -1}', 0.4966874385044277, 0.0001, 0.5019236014728213, '[]'),
	(1795046400000, 2, 'BCHUSDT', 'BCH', 0.7333333333333334, 613, 4483466.154285714, '{"flow": -0.11739937753605113, "volume": -0.06650304124360962, "breadth": 0, "momentum": -0.8191201278456925, "nearHigh": -0.28558109179059243, "shortTerm": -0.10279115378423076, "volatility": 0.058945136627085545}', '{"flow": 0.6000000000000001, "volume": -1, "breadth": -0.1333333333333333, "momentum": 0.19999999999999996, "nearHigh": 0.6000000000000001, "shortTerm": 0.46666666666666656, "volatility": -0.8666666666666667}', 0.5445, 0.0001, 0.47256021702965406, '[]'),
	(1795046400000, 3, 'XLMUSDT', 'XLM', 0.39999999999999997, 0.27847, 12623972.677142859, '{"flow": -0.44100987928787067, "volume": 1.612476725171799, "breadth": 0, "momentum": -0.527671992843278, "nearHigh": -0.34863866017964074, "shortTerm": -0.1649574187357563, "volatility": 0.06817699704687576}', '{"flow": -1, "volume": 0.7333333333333334, "breadth": -0.1333333333333333, "momentum": 0.7333333333333334, "nearHigh": 0.33333333333333326, "shortTerm": -0.06666666666666665, "volatility": -0.4666666666666667}', 0.5619047619047619, 0.0001, 0.4280107232464192, '[]'),
	(1795046400000, 4, 'TRXUSDT', 'TRX', 0.33333333333333337, 0.37753, 16637031.475714287, '{"flow": -0.26005909445760683, "volume": 0.10358417001845543, "breadth": 0, "momentum": -0.5928805868896202, "nearHigh": -0.2834339293170862, "shortTerm": -0.1632571643875086, "volatility": 0.07601379616018845}', '{"flow": 0.33333333333333326, "volume": -0.7333333333333334, "breadth": -0.1333333333333333, "momentum": 0.6000000000000001, "nearHigh": 0.7333333333333334, "shortTerm": 0.06666666666666665, "volatility": 0.06666666666666665}', 0.6867151354923992, 0.0001, 0.4946182638656184, '[]');
INSERT INTO public.ai_pick_text VALUES
	(1795046400000, 'BNB', 'en', 'Turnover grew for a week.');
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES
	(4, '01a1e498-fbea-7621-82bc-d64f312898f0', 'hoiduvn5snv', 1, NULL, 'BTCUSDT', 2, 0, 2, 78990.9, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:49.882+00', '2026-11-16 13:43:49.882+00', '2026-11-16 13:43:49.925+00', NULL),
	(5, '01a1e498-fbea-7621-82bc-d64f312898f0', 'xgj91nis36', 1, NULL, 'BTCUSDT', 2, 0, 2, 78975.1, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.136+00', '2026-11-16 13:43:50.136+00', '2026-11-16 13:43:50.155+00', NULL),
	(6, '01a1e498-fbea-7621-82bc-d64f312898f0', '2lo7mjckmia', 1, NULL, 'BTCUSDT', 2, 0, 2, 78959.3, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.216+00', '2026-11-16 13:43:50.216+00', '2026-11-16 13:43:50.249+00', NULL),
	(7, '01a1e498-fbea-7621-82bc-d64f312898f0', 'me4feoy723', 1, NULL, 'BTCUSDT', 1, 0, 2, 158013.4, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.36+00', '2026-11-16 13:43:50.36+00', '2026-11-16 13:43:50.391+00', NULL),
	(8, '01a1e498-fbea-7621-82bc-d64f312898f0', '4tzag6co0s', 1, NULL, 'BTCUSDT', 8, 0, 1, NULL, 118510, 39503.3, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.611+00', '2026-11-16 13:43:50.611+00', '2026-11-16 13:43:50.663+00', NULL),
	(9, '01a1e499-0154-7322-ae7f-e6540a99e2f5', '4fd9ha30xi', 1, NULL, 'BTCUSDT', 1, 0, 1, 237020.1, NULL, NULL, '{4,5}', true, 1, '0.01', -1, 12, '2026-11-16 13:43:50.833+00', '2026-11-16 13:43:50.833+00', '2026-11-16 13:43:50.893+00', NULL),
	(10, '01a1e499-0154-7322-ae7f-e6540a99e2f5', 'cn8yj1i7oqo', 1, NULL, 'BTCUSDT', 1, 0, 1, 316026.8, NULL, NULL, '{4,5}', true, 1, '0.01', -1, 12, '2026-11-16 13:43:51.119+00', '2026-11-16 13:43:51.278+00', '2026-11-16 13:43:51.306+00', '2026-11-16 13:43:51.278+00'),
	(1, '01a1e498-fbea-7621-82bc-d64f312898f0', 'q7nflq4m3y', 1, NULL, 'BTCUSDT', 1, 0, 3, 79022.5, NULL, NULL, '{4,5}', false, 1, '0.01', 480, 12, '2026-11-16 13:43:48.905+00', '2026-11-16 13:43:48.905+00', '2026-11-16 13:43:49.003+00', NULL),
	(2, '01a1e498-fbea-7621-82bc-d64f312898f0', '3djtcaxeo8o', 1, NULL, 'BTCUSDT', 1, 0, 3, 79038.3, NULL, NULL, '{4,5}', false, 1, '0.01', 480, 12, '2026-11-16 13:43:49.268+00', '2026-11-16 13:43:49.268+00', '2026-11-16 13:43:49.317+00', NULL),
	(3, '01a1e498-fbea-7621-82bc-d64f312898f0', '5ijawrk7aqa', 1, NULL, 'BTCUSDT', 1, 0, 3, 79054.1, NULL, NULL, '{4,5}', false, 1, '0.01', 480, 12, '2026-11-16 13:43:49.483+00', '2026-11-16 13:43:49.483+00', '2026-11-16 13:43:49.517+00', NULL);
INSERT INTO public.alert_delivery OVERRIDING SYSTEM VALUE VALUES
	(1, 1, '01a1e498-fbea-7621-82bc-d64f312898f0', 5, 'pending', NULL, NULL, 3, '2026-11-16 13:44:36.153+00', '2026-11-16 13:45:13.935+00', '2026-11-16 13:46:36.153+00', NULL, NULL),
	(2, 2, '01a1e498-fbea-7621-82bc-d64f312898f0', 5, 'pending', NULL, NULL, 3, '2026-11-16 13:45:05.358+00', '2026-11-16 13:45:43.092+00', '2026-11-16 13:47:05.358+00', NULL, NULL),
	(3, 3, '01a1e498-fbea-7621-82bc-d64f312898f0', 5, 'pending', NULL, NULL, 3, '2026-11-16 13:45:05.887+00', '2026-11-16 13:45:43.092+00', '2026-11-16 13:47:05.887+00', NULL, NULL);
INSERT INTO public.alert_log OVERRIDING SYSTEM VALUE VALUES
	(1, '1:1:1', 1, '01a1e498-fbea-7621-82bc-d64f312898f0', 1, 'BTCUSDT', 1, 0, 3, 79022.5, NULL, NULL, 79024.35, 79020.96, NULL, '2026-11-16 13:44:36.143+00', '2026-11-16 13:44:36.151+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-16 13:44:36.153+00', NULL),
	(2, '2:1:1', 2, '01a1e498-fbea-7621-82bc-d64f312898f0', 1, 'BTCUSDT', 1, 0, 3, 79038.3, NULL, NULL, 79044.63, 79032.68, NULL, '2026-11-16 13:45:05.352+00', '2026-11-16 13:45:05.356+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-16 13:45:05.358+00', NULL),
	(3, '3:1:1', 3, '01a1e498-fbea-7621-82bc-d64f312898f0', 1, 'BTCUSDT', 1, 0, 3, 79054.1, NULL, NULL, 79064.09, 79044.63, NULL, '2026-11-16 13:45:05.878+00', '2026-11-16 13:45:05.883+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-16 13:45:05.887+00', NULL);
INSERT INTO public.alert_part OVERRIDING SYSTEM VALUE VALUES
	(1, '{1,2}', '2026-11-19 20:33:21.292+00', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '', '{}', '{}', '{}', '{}', '[]');
INSERT INTO public.alert_series VALUES
	('last:BTCUSDT@0.01', 12, '{"at": 1794836711223, "low": 7900538, "from": 1794836711223, "high": 7906409, "value": 7905707, "window": null}');
INSERT INTO public.alert_state VALUES
	(4, 1, 0, 1794836629882, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836629882, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(5, 1, 0, 1794836630136, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630136, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(6, 1, 0, 1794836630215, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630215, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(7, 1, 0, 1794836630359, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630359, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(8, 1, 0, 1794836630611, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630611, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(1, 1, 1, 1794836676143, 1, '2026-11-16 13:44:36.143+00', '{"inDay": 1, "phase": "off", "place": 0, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1794836676143, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1794836676143, "restFrom": null, "firedZone": 480, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(2, 1, 1, 1794836705352, 1, '2026-11-16 13:45:05.352+00', '{"inDay": 1, "phase": "off", "place": 0, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1794836705352, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1794836705352, "restFrom": null, "firedZone": 480, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(3, 1, 1, 1794836705878, 1, '2026-11-16 13:45:05.878+00', '{"inDay": 1, "phase": "off", "place": 0, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1794836705878, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1794836705878, "restFrom": null, "firedZone": 480, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(9, 1, 0, 1794836630832, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630832, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}'),
	(10, 1, 0, 1794836631119, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836631119, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_user VALUES
	('01a1e498-fbea-7621-82bc-d64f312898f0'),
	('01a1e499-0154-7322-ae7f-e6540a99e2f5');
INSERT INTO public.article VALUES
	('n-crossedUp-SOL-tod6s0', 'note', '2026-11-12 01:00:00+00', '{markets}', '{SOL}', '{"SOL": 126.31}', '', '', '', '', NULL, NULL, NULL, '{"coin": "SOL", "kind": "crossedUp", "values": {"to": 1794445200000, "from": 1794441600000, "level": 125, "price": 126.31, "change24h": 0.1206636500754148}, "symbolId": "SOLUSDT"}', 0.8999999999999999),
	('n-crossedDown-XRP-tod9k0', 'note', '2026-11-12 02:00:00+00', '{markets}', '{XRP}', '{"XRP": 2.3433}', '', '', '', '', NULL, NULL, NULL, '{"coin": "XRP", "kind": "crossedDown", "values": {"to": 1794448800000, "from": 1794445200000, "level": 2.4000000000000004, "price": 2.3433, "change24h": 0.019490972373287008}, "symbolId": "XRPUSDT"}', 0.8999999999999999),
	('n-crossedUp-BNB-todt00', 'note', '2026-11-12 09:00:00+00', '{markets}', '{BNB}', '{"BNB": 966.76}', '', '', '', '', NULL, NULL, NULL, '{"coin": "BNB", "kind": "crossedUp", "values": {"to": 1794474000000, "from": 1794470400000, "level": 950, "price": 966.76, "change24h": 0.10099307580174921}, "symbolId": "BNBUSDT"}', 0.8999999999999999),
	('n-crossedDown-ETH-todyk0', 'note', '2026-11-12 11:00:00+00', '{markets,ethereum}', '{ETH}', '{"ETH": 3151.59}', '', '', '', '', NULL, NULL, NULL, '{"coin": "ETH", "kind": "crossedDown", "values": {"to": 1794481200000, "from": 1794477600000, "level": 3200, "price": 3151.59, "change24h": -0.030032285168212214}, "symbolId": "ETHUSDT"}', 3.36);
INSERT INTO public.attempt VALUES
	('2lPPPt1ilg1e-l2cj2ck_lJoRdEfJmTKY4MQsiTs6Ng', 0, '2026-11-19 20:22:09.796+00', '2026-11-19 20:22:09.796+00'),
	('ux1hHA90vQDcWs_kgTtptO3BUZVlTayQJ2k1xirmBOM', 1, '2026-11-19 20:22:11.082+00', '2026-11-19 20:22:11.082+00'),
	('H4RjhQlOsYGvx3i6EymHapjABCYnVsQY1wuB-XdpMz4', 1, '2026-11-19 20:22:11.147+00', '2026-11-19 20:22:11.147+00'),
	('6Cs6WnpOeV_PwzooC3vZ3zmQ2EtiAXk6X3sCWPJdUYM', 1, '2026-11-19 20:22:11.598+00', '2026-11-19 20:22:11.598+00');
INSERT INTO public.candle VALUES
	('ccxt:bitget', 'BTCUSDT', '1m', 1795100400000, 79000, 79100, 78900, 79050, 10, 790000),
	('ccxt:bitget', 'BTCUSDT', '1m', 1795100460000, 79000, 79100, 78900, 79051, 10, 790000),
	('ccxt:bitget', 'BTCUSDT', '1m', 1795100520000, 79000, 79100, 78900, 79052, 10, 790000),
	('ccxt:bitget', 'BTCUSDT', '1m', 1795100580000, 79000, 79100, 78900, 79053, 10, 790000);
INSERT INTO public.content_mark VALUES
	('notes', 1795114800000);
INSERT INTO public.ended_session VALUES
	('510318f6-81ce-416d-8efa-1bc14b4a85bf', 'loggedOut', '2026-11-19 20:33:21.292+00');
INSERT INTO public.error_report VALUES
	('01a1f579-5734-72bf-9915-cf6994adc45b', '2026-11-19 20:22:12.523+00', 'error', 'sample of the call tests', NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO public.favorite_list VALUES
	('01a1e498-fbea-7621-82bc-d64f312898f0', 5, '{BTCUSDT,ETHUSDT,SOLUSDT}', '2026-11-16 13:43:16.187+00', NULL),
	('01a1e499-0154-7322-ae7f-e6540a99e2f5', 1, '{XRPUSDT}', '2026-11-16 13:43:16.274+00', NULL);
INSERT INTO public.favorite_category VALUES
	('01a1e499-0537-757e-bfc5-d54f2d8becd2', '01a1e498-fbea-7621-82bc-d64f312898f0', 'Majors', 'majors', 0, '{BTCUSDT}', '2026-11-16 13:43:16.023+00', NULL);
INSERT INTO public.fear_greed_day VALUES
	(1794441600000, 81729, '{"breadth": 0.4453781512605043, "drawdown": 0.3595366728318449, "momentum": -0.16716485711752163, "fundingRate": 0.0000977783336712976, "longAccounts": 0.5658975529705318, "takerBuyShare": 0.4950577907276264, "dominanceShift": -0.021963264488673584, "volatilityRatio": 0.9691271975620955}', '{"breadth": 34.38356164383562, "momentum": 7.260273972602739, "dominance": 86.71232876712328, "volatility": 19.041095890410958, "derivatives": 41.68949771689498}', 26.149162861491625, true),
	(1794528000000, 86234.75, '{"breadth": 0.5882352941176471, "drawdown": 0.32422769270988183, "momentum": -0.11712097408138064, "fundingRate": 0.00009931439221473257, "longAccounts": 0.5640148822733848, "takerBuyShare": 0.5065030177191618, "dominanceShift": -0.03043650163429268, "volatilityRatio": 1.011696329234143}', '{"breadth": 74.65753424657534, "momentum": 9.178082191780822, "dominance": 95.47945205479452, "volatility": 19.45205479452055, "derivatives": 53.56164383561643}', 34.5814307458143, true),
	(1794614400000, 85569.32, '{"breadth": 0.5714285714285714, "drawdown": 0.32944228620542804, "momentum": -0.12196385707616289, "fundingRate": 0.0001, "longAccounts": 0.537340580777128, "takerBuyShare": 0.4938197576086906, "dominanceShift": -0.022417512319690358, "volatilityRatio": 1.0207601615126767}', '{"breadth": 69.72602739726027, "momentum": 8.904109589041095, "dominance": 87.26027397260273, "volatility": 18.76712328767124, "derivatives": 42.237442922374434}', 31.019786910197865, true),
	(1794700800000, 83445.99, '{"breadth": 0.546218487394958, "drawdown": 0.34608160635465246, "momentum": -0.1361744467828887, "fundingRate": 0.00010000000000000002, "longAccounts": 0.5459436724504344, "takerBuyShare": 0.48410353266165285, "dominanceShift": -0.0006368680104021918, "volatilityRatio": 0.9836640908572831}', '{"breadth": 64.93150684931507, "momentum": 7.534246575342466, "dominance": 42.054794520547944, "volatility": 19.041095890410958, "derivatives": 47.168949771689505}', 25.631659056316593, true);
INSERT INTO public.list_view VALUES
	('01a1f579-55e7-74f4-987a-b27df3576a37', '01a1e498-fbea-7621-82bc-d64f312898f0', 'My majors', '/markets/spot/layer-1/USDT?sort=cap&dir=desc&cols=price,cap', '2026-11-19 20:22:12.182+00');
INSERT INTO public.location_banner VALUES
	('01a1f579-5cc2-7152-ab3c-f81501cc4f86', 'overview', NULL, 'Maintenance on Sunday', 'From 2:00 to 3:00', '/markets/spot', NULL, '2026-11-19 20:22:12.911+00', '2027-03-04 00:22:13.911+00', 1, '2026-11-19 20:22:14.068+00');
INSERT INTO public.market_maker_application VALUES
	('01a1f579-4f0e-7162-b860-b5d19be5264f', 'MM-ZCK5-HN48', 'demo', 'XjIUPsPioe5WThqJK_LqkWA8giirVq5nAPnQtcRQJjY', 'XjIUPsPioe5WThqJK_LqkWA8giirVq5nAPnQtcRQJjY', '01a1f579-4c10-715a-abef-f89097b4565c', 'en', 'Demo Trading Ltd', 'Head of trading', 'We have quoted both sides of forty pairs on three exchanges since 2019.', 'Delta neutral quotes around the index price, hedged on perpetual contracts.', '10001', '2026-11-19 20:22:10.438+00');
INSERT INTO public.market_maker_image VALUES
	('reOA_RW4L0tSwpd5nlLUfougnCYI48mZ', 'Rn-KOfd0xoUo7eL1Gcr_BoffTqkvpsMqWreKgCEolGc', 'XjIUPsPioe5WThqJK_LqkWA8giirVq5nAPnQtcRQJjY', NULL, NULL, NULL, 'image/png', 64, 48, '\x89504e470d0a1a0a0000000d49484452000000400000003008020000002e29eb480000006449444154789cedcf5109002014c0c097c72af6c73a86f0e310060b709bb5cfd70d1734a0050d6841035ad0801634a0050d6841035ad0801634a0050d6841035ad0801634a0050d6841035ad0801634a0050d6841035ad0801634a0050d6841035af0d805087290e28fc4f5260000000049454e44ae426082', '2026-11-19 20:22:12.824+00');
INSERT INTO public.market_maker_letter VALUES
	('01a1f579-4f0e-7162-b860-b5d19be5264f', 'operator', 1, '2026-11-19 20:23:00.449+00', '2026-11-19 20:22:11.084+00', 'sent'),
	('01a1f579-4f0e-7162-b860-b5d19be5264f', 'receipt', 1, '2026-11-19 20:23:00.449+00', '2026-11-19 20:22:11.106+00', 'sent');
INSERT INTO public.morning_paper VALUES
	(1794441600000, '{"mood": {"value": 26.1, "before": 24}, "events": [], "majors": [{"coin": "BTC", "close": 81729, "change": -0.007485060481853489}, {"coin": "ETH", "close": 3307.56, "change": -0.004568518752595674}], "movers": {"up": {"coin": "ZEC", "change": 0.0996190476190475}, "down": {"coin": "LINK", "change": -0.04434574168076699}}, "breadth": {"coins": 17, "median": 0.01796534495588409, "rising": 12, "falling": 5}, "sectors": {"best": "layer-1", "worst": "pow", "bestChange": 0.01796534495588409, "worstChange": 0.0038672252658717987}, "contracts": {"count": 10, "value": 17104494487.596203, "change": -0.10671660860907894, "funding": 0.00009680686658002252}, "headlines": {"coins": [], "count": 0}}'),
	(1794528000000, '{"mood": {"value": 34.6, "before": 26.1}, "events": [], "majors": [{"coin": "BTC", "close": 86234.75, "change": 0.055130369880947994}, {"coin": "ETH", "close": 3591.19, "change": 0.08575203473255222}], "movers": {"up": {"coin": "HYPE", "change": 0.18215533071688328}, "down": {"coin": "HBAR", "change": 0.03934566034810261}}, "breadth": {"coins": 17, "median": 0.0851086048454468, "rising": 17, "falling": 0}, "sectors": {"best": "pow", "worst": "layer-1", "bestChange": 0.09729199145447187, "worstChange": 0.0778840523130977}, "contracts": {"count": 10, "value": 17537358739.81193, "change": 0.02530704736872713, "funding": 0.00009915396442654706}, "headlines": {"coins": [], "count": 0}}');
INSERT INTO public.mover_event VALUES
	('ETHUSDT_UMCBL.pullback.1.1795119730698', '2026-11-19 20:22:10.698+00', 'pullback', 1, 'ETHUSDT_UMCBL', 2, 3076.92, -0.07063030844881546, NULL, NULL, NULL, 0),
	('XRPUSDT_UMCBL.pullback.1.1795119731257', '2026-11-19 20:22:11.257+00', 'pullback', 1, 'XRPUSDT_UMCBL', 2, 2.2888, -0.05170699370235332, NULL, NULL, NULL, 0),
	('DOGEUSDT_UMCBL.pullback.1.1795119731653', '2026-11-19 20:22:11.653+00', 'pullback', 1, 'DOGEUSDT_UMCBL', 2, 0.10448, -0.0894989106753813, NULL, NULL, NULL, 0),
	('TRXUSDT_UMCBL.pullback.1.1795119731642', '2026-11-19 20:22:11.642+00', 'pullback', 1, 'TRXUSDT_UMCBL', 2, 0.39538, -0.05745208353199205, NULL, NULL, NULL, 0);
INSERT INTO public.network_point VALUES
	('longShortRatio', '1h', 1795100400000, '{1.5,0.6,0.4}'),
	('longShortRatio', '1h', 1795104000000, '{1.5,0.6,0.4}'),
	('longShortRatio', '1h', 1795107600000, '{1.5,0.6,0.4}');
INSERT INTO public.pending_registration VALUES
	('01a1f579-52e6-73c1-af13-c30379bac0ec', 'carl@people.example', 'carl@people.example', '$argon2id$v=19$m=19456,t=2,p=1$opKbAZ1PhcgUQbRwvfBF/Q$YUIOLU2LW3nh+tnynm0yMf4R0u0fDrVBXxkjHaxaJ2Y', 'en', '-GwkPTbbrl7FEdr9pwEaEyJNTskBIx1ZQ_8zKSt6wsw', 'oMSaUKuVEwl0ZLfsGMza3-4J1bYIKI9GeEerMOvHM00', 0, '2026-11-20 20:22:11.43+00');
INSERT INTO public.push_sent VALUES
	(1, 'http://127.0.0.1:38975/push/dI9hlUfzG8LtsRoX');
INSERT INTO public.push_subscription VALUES
	('http://127.0.0.1:38975/push/dI9hlUfzG8LtsRoX', '01a1e498-fbea-7621-82bc-d64f312898f0', 'BFDCg-pnYQxnbFJYlUc0vHxXwW6QETl2vTAzCZOWQ7ILGFVUR15xDld0f39U1XpZhueeQ75x2P_0P1EdkY0eVis', 'AImYbfIT8Ls7--aD0ms9uQ', '2026-11-19 20:22:11.9+00');
INSERT INTO public.rank_mark VALUES
	('1 hot 1h', '2026-11-19 20:20:00+00', '{ETHUSDT,DOGEUSDT,BTCUSDT,XRPUSDT,ADAUSDT,LINKUSDT,HYPEUSDT,BNBUSDT,AVAXUSDT,SOLUSDT,TRXUSDT,ZECUSDT,HBARUSDT,LEOUSDT,XLMUSDT,BCHUSDT,LTCUSDT}'),
	('1 hot 24h', '2026-11-19 20:20:00+00', '{ETHUSDT,DOGEUSDT,BTCUSDT,XRPUSDT,ADAUSDT,LINKUSDT,HYPEUSDT,BNBUSDT,AVAXUSDT,SOLUSDT,TRXUSDT,ZECUSDT,HBARUSDT,LEOUSDT,XLMUSDT,BCHUSDT,LTCUSDT}'),
	('1 hot 7d', '2026-11-19 20:20:00+00', '{ETHUSDT,DOGEUSDT,BTCUSDT,XRPUSDT,ADAUSDT,LINKUSDT,HYPEUSDT,BNBUSDT,AVAXUSDT,SOLUSDT,TRXUSDT,ZECUSDT,HBARUSDT,LEOUSDT,XLMUSDT,BCHUSDT,LTCUSDT}'),
	('1 gainers 1h', '2026-11-19 20:20:00+00', '{}');
INSERT INTO public.refresh_token VALUES
	('wBHXGfNnSS1a7KFLjIr_h3x4ctlirGnW5vkWOTOJiLw', '01a1e499-0007-7590-8b6f-813ffe2684ec', '2026-12-16 13:43:14.695+00', NULL),
	('PsfB8mjsILmoNOGf5hTeyglUOjrGypy9s6Z1c9ESEVA', '01a1e499-02f3-70c5-a857-34e6d63c1c29', '2026-12-16 13:43:15.443+00', NULL),
	('KS5JVlcVuADvto1cWXtEQXjY6WYn3L298a-LiGwOip4', '01a1e499-71ac-72f4-a5a1-c34bb1c4be64', '2026-12-16 13:43:43.788+00', NULL),
	('drEPexlK-qli1363aNr8HfTJMDj5pen1BGwucLOcCJg', '01a1e499-7a4a-77bb-8692-088712a979be', '2026-12-16 13:43:45.994+00', NULL);
INSERT INTO public.running_sums VALUES
	('ccxt:bitget', 'BTCUSDT', '{}');
INSERT INTO public.series_point VALUES
	('ccxt:bitget', 'BTCUSDT_UMCBL', 'openInterest', '5m', 1795100400000, '{5000.5}', false),
	('ccxt:bitget', 'BTCUSDT_UMCBL', 'openInterest', '5m', 1795100700000, '{5001.5}', false),
	('ccxt:bitget', 'BTCUSDT_UMCBL', 'openInterest', '5m', 1795101000000, '{5002.5}', false),
	('ccxt:bitget', 'BTCUSDT_UMCBL', 'openInterest', '5m', 1795101300000, '{5003.5}', false);
INSERT INTO public.site_setting VALUES
	('hiddenCoins', '[{"coin": "DOGE", "locales": [], "countries": ["XX"]}]', '2026-11-19 20:33:21.292+00');
INSERT INTO public.socket_token VALUES
	('hash-of-a-token', '01a1e499-0007-7590-8b6f-813ffe2684ec', '2026-11-19 20:34:21.292+00');
INSERT INTO public.support_conversation VALUES
	('01a1e499-8f86-711c-9bf8-87f9d34d5e6c', '01a1e498-fbea-7621-82bc-d64f312898f0', NULL, NULL, 'en', NULL, false, 2, 1, 2, '2026-11-16 13:43:51.43+00', '2026-11-16 13:43:51.653+00', NULL, 0, NULL, 0);
INSERT INTO public.support_message VALUES
	('01a1e499-8f86-711c-9bf8-87f9d34d5e6c', 1, '01a1e499-8f86-711d-a664-06d9f670e563', 'visitor', 'How do alerts count a day?', 'a', '2026-11-16 13:43:51.43+00'),
	('01a1e499-8f86-711c-9bf8-87f9d34d5e6c', 2, '01a1e499-9065-7772-8819-9b1521864a0d', 'agent', 'By your time zone.', 'b', '2026-11-16 13:43:51.653+00');
SELECT pg_catalog.setval('public.account_number_seq', 100200302, true);
SELECT pg_catalog.setval('public.alert_delivery_id_seq', 3, true);
SELECT pg_catalog.setval('public.alert_id_seq', 10, true);
SELECT pg_catalog.setval('public.alert_log_id_seq', 3, true);
SELECT pg_catalog.setval('public.alert_part_id_seq', 1, true);
