ALTER TABLE "favorite_category" ADD COLUMN "share_token" text;--> statement-breakpoint
ALTER TABLE "favorite_list" ADD COLUMN "share_token" text;--> statement-breakpoint
ALTER TABLE "favorite_category" ADD CONSTRAINT "favorite_category_share_token_unique" UNIQUE("share_token");--> statement-breakpoint
ALTER TABLE "favorite_list" ADD CONSTRAINT "favorite_list_share_token_unique" UNIQUE("share_token");